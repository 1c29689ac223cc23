import { fileURLToPath } from 'node:url'

/** Where uploaded files are stored. */
export type StorageAddress = { kind: 'disk'; folder: string } | S3Address
export interface S3Address {
  kind: 's3'
  bucket: string
  /** the prefix of all keys: empty, or ends with a slash */
  prefix: string
  /** null: AWS_REGION, or what most other stores accept */
  region: string | null
  /** null: Amazon's endpoint, or AWS_ENDPOINT_URL_S3 */
  endpoint: string | null
  /** whether the bucket is part of the path instead of the host name, as most stores other than Amazon require */
  pathStyle: boolean
  /** null: the standard variables, profile or role of the machine */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/**
 * Parses STORAGE_URL: `file:///folder` or `s3://KEY:SECRET@bucket/folder?region=…&endpoint=https://…&pathStyle=true`.
 * @throws Error that describes what is wrong
 */
export function readStorageAddress(address: string): StorageAddress {
  const url = new URL(address)
  if (url.protocol === 'file:') return { kind: 'disk', folder: fileURLToPath(url) }
  const known = ['region', 'endpoint', 'pathStyle']
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown) throw new Error(`does not know ${unknown}; it takes ${known.join(', ')}`)
  if (!/^[a-z0-9][a-z0-9.-]{1,62}$/.test(url.hostname))
    throw new Error('needs the name of a bucket, s3://bucket/folder')
  if (Boolean(url.username) !== Boolean(url.password)) throw new Error('needs both key and secret, or neither')
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint && !/^https?:\/\/[^/]/.test(endpoint)) throw new Error('needs an endpoint that is a web address')
  const folder = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: folder ? `${folder}/` : '',
    region: url.searchParams.get('region') ?? null,
    endpoint,
    pathStyle: (url.searchParams.get('pathStyle') ?? String(endpoint !== null)) === 'true',
    credentials: url.username
      ? { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) }
      : null,
  }
}
