import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The message `ReadyForQuery` outside of a transaction, which ends the startup. */
const READY = Buffer.from('Z\0\0\0\x05I')

/** Stands between the portal and PostgreSQL, which it can let disappear. @param url of the database */
export async function startRelay(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const held: Socket[] = []
  let isSilent = false
  let isHolding = false
  let isMute = false
  let tries = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    tries++
    keep(near)
    if (isHolding) held.push(near)
    else if (!isSilent) join(near)
  })
  const join = (near: Socket) => {
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    if (isMute)
      far.on('data', (data) => {
        if (!data.subarray(-READY.length).equals(READY)) return
        near.unpipe().pause()
        far.unpipe().pause()
      })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: through.href,
    /** How many connections were tried. */
    tries: () => tries,
    /** From now on nothing arrives, and new connections are not answered. */
    disappear: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** New connections are answered; the earlier ones stay silent. */
    replace: () => {
      isSilent = false
      isMute = false
    },
    /** From now on, new connections are made, and then silent. */
    mute: () => {
      isMute = true
    },
    /** New connections wait from now on, until `release()`. */
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const near of held.splice(0)) join(near)
    },
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
