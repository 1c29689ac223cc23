import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const FLAG = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 }

interface Ceremony {
  challenge: string
  origin: string
  /** Whether the device verified its user. */
  isVerified?: boolean
  counter?: number
  rpId?: string
}

/** A software authenticator: it creates one ES256 credential, and signs with it as a browser would request. */
export function makePasskeyDevice({ isSynced = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const jwk = publicKey.export({ format: 'jwk' })
  const coordinate = (value: string | undefined) => new Uint8Array(Buffer.from(value ?? '', 'base64url'))
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(jwk.x)],
      [-3, coordinate(jwk.y)],
    ]) as never,
  )

  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (ceremony: Ceremony, extra = 0) => {
    const { isVerified = true, counter = 0, origin, rpId = new URL(origin).hostname } = ceremony
    const synced = isSynced ? FLAG.backupEligible | FLAG.backedUp : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = FLAG.present | (isVerified ? FLAG.verified : 0) | synced | extra
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const credential = (response: object) => ({
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create(ceremony: Ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const authData = Buffer.concat([authenticatorData(ceremony, FLAG.attested), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return credential({
        clientDataJSON: encode(clientData('webauthn.create', ceremony)),
        attestationObject: encode(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      })
    },
    sign(ceremony: Ceremony & { userHandle?: string }) {
      const client = clientData('webauthn.get', ceremony)
      const data = authenticatorData(ceremony)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return credential({
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        ...(ceremony.userHandle ? { userHandle: encode(Buffer.from(ceremony.userHandle)) } : {}),
      })
    },
  }
}
export type PasskeyDevice = ReturnType<typeof makePasskeyDevice>
