import type { S3Client } from '@aws-sdk/client-s3'
import type { FileStore } from './file-store.ts'
import type { S3Address } from './storage-address.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

/** How long a store may send and receive nothing. */
const PATIENCE_MS = 20_000

/**
 * Any S3-compatible store. The library is loaded on first use, so that portals that use a disk start faster. A store that
 * stops answering is an error: it would otherwise hold an upload or a worker forever.
 */
export function createS3Store(address: S3Address, patienceMs = PATIENCE_MS): FileStore {
  const { bucket: Bucket, prefix } = address
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: connect(sdk, address, patienceMs) }))
    return opened
  }

  return {
    put: async (key, bytes, contentType) => {
      const { sdk, client } = await open()
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: prefix + key, Body: bytes, ContentType: contentType }))
    },
    get: async (key) => {
      const { sdk, client } = await open()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key }))
        return Body ? Buffer.from(await Body.transformToByteArray()) : null
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null
        throw error
      }
    },
    remove: async (key) => {
      const { sdk, client } = await open()
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }))
    },
    async *list() {
      const { sdk, client } = await open()
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ...(ContinuationToken ? { ContinuationToken } : {}) }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key.slice(prefix.length), changedOn: LastModified }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

const connect = (sdk: Sdk, { region, endpoint, pathStyle, credentials }: S3Address, patienceMs: number) =>
  new sdk.S3Client({
    ...(region ? { region } : {}),
    forcePathStyle: pathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    // Some S3-compatible stores reject the checksums that Amazon added recently.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      // Without data in either direction.
      socketTimeout: patienceMs,
      // Until the response begins, including the upload. Without the second setting, the library only logs a warning.
      requestTimeout: 3 * patienceMs,
      throwOnRequestTimeout: true,
    },
  })
