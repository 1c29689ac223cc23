import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between the portal and PostgreSQL, which it can let disappear. @param url of the database */
export async function startRelay(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  let tries = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    tries++
    keep(near)
    if (isSilent) return
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
  })
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
    },
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
