import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { type FileRow, MAX_FILE_BYTES, MAX_IMAGE_PIXELS } from '../file.ts'
import type { FileMistake } from '../file-policy.ts'

// Only these decoders can be used, whatever the bytes claim to be; nothing is cached between images.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Two images at a time per process: decoding shares its threads with password hashing and the disk. */
const inTurn = pLimit(2)

const SECONDS = 20
/** Re-encoding can make an image larger, but no legitimate image becomes this much larger. */
const MOST_STORED = 8 * MAX_FILE_BYTES
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])

const startsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)
const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'

/** The type of an image by its first bytes. */
export function findImageType(bytes: Buffer): PictureType | null {
  if (startsWith(bytes, png)) return 'image/png'
  if (startsWith(bytes, jpeg)) return 'image/jpeg'
  return isWebp(bytes) ? 'image/webp' : null
}

export type PictureType = Extract<FileRow['contentType'], `image/${string}`>
export type Reencoded<Type = PictureType> = { bytes: Buffer; contentType: Type } | { mistake: FileMistake }

/**
 * Decodes and re-encodes an image, which removes metadata, trailing bytes and everything else except the pixels. The
 * type is determined by the bytes, never by the name. The dimensions are checked before decoding.
 */
export const reencodeImage = <Type extends PictureType>(
  bytes: Buffer,
  allowed: readonly Type[],
): Promise<Reencoded<Type>> => inTurn(() => reencode(bytes, allowed))

const encoders = {
  'image/png': (image: Sharp) => image.png(),
  'image/jpeg': (image: Sharp) => image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }),
  'image/webp': (image: Sharp) => image.webp({ quality: 90 }),
}

async function reencode<Type extends PictureType>(bytes: Buffer, allowed: readonly Type[]): Promise<Reencoded<Type>> {
  const found = findImageType(bytes)
  const contentType = allowed.find((type) => type === found)
  if (!contentType) return { mistake: 'file-wrong-type' }
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (width * height > MAX_IMAGE_PIXELS) return { mistake: 'file-too-many-pixels' }
    const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: SECONDS })
    const drawn = await encoders[contentType](image).toBuffer()
    return drawn.length > MOST_STORED ? { mistake: 'file-too-large' } : { bytes: drawn, contentType }
  } catch {
    // The decoder reports errors only as text; all of them mean that the image cannot be shown.
    return { mistake: 'file-damaged' }
  }
}
