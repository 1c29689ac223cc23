import pLimit from 'p-limit'
import sharp from 'sharp'
import { type ImageType, MAX_FILE_BYTES, MAX_IMAGE_PIXELS } from '../file.ts'
import type { FileMistake } from '../file-policy.ts'

// Only these two decoders can be used, whatever the bytes claim to be; nothing is cached between images.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
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
function findType(bytes: Buffer): ImageType | null {
  if (startsWith(bytes, png)) return 'image/png'
  return startsWith(bytes, jpeg) ? 'image/jpeg' : null
}

export type Reencoded = { bytes: Buffer; contentType: ImageType } | { mistake: FileMistake }

/**
 * Decodes and re-encodes an image, which removes metadata, trailing bytes and everything else except the pixels. The
 * type is determined by the bytes, never by the name. The dimensions are checked before decoding.
 */
export const reencodeImage = (bytes: Buffer): Promise<Reencoded> => inTurn(() => reencode(bytes))

async function reencode(bytes: Buffer): Promise<Reencoded> {
  const contentType = findType(bytes)
  if (!contentType) return { mistake: 'file-wrong-type' }
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
    if (width * height > MAX_IMAGE_PIXELS) return { mistake: 'file-too-many-pixels' }
    const image = sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: SECONDS })
    const drawn = await (contentType === 'image/png'
      ? image.png()
      : image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    ).toBuffer()
    return drawn.length > MOST_STORED ? { mistake: 'file-too-large' } : { bytes: drawn, contentType }
  } catch {
    // The decoder reports errors only as text; all of them mean that the image cannot be shown.
    return { mistake: 'file-damaged' }
  }
}
