import pLimit from 'p-limit'
import sharp from 'sharp'
import { type ImageType, MAX_FILE_BYTES, MAX_IMAGE_PIXELS } from '../file.ts'
import type { FileMistake } from '../file-policy.ts'

// Only these two decoders can be reached, whatever the bytes pretend to be; nothing is kept between images.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
sharp.cache(false)
sharp.concurrency(1)

/** Two images at a time in a process: decoding shares its threads with passwords and the disk. */
const inTurn = pLimit(2)

const SECONDS = 20
/** A picture is drawn anew, which can make it larger than it came; this much larger it cannot be by honest means. */
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
 * Decodes an image and draws it anew: metadata, trailing bytes and everything else that is not a pixel are gone.
 * The type is what the bytes are, never what the name says. The size in pixels is read before anything is decoded.
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
    // The decoder says only in words what is wrong; all of it means that this image cannot be shown.
    return { mistake: 'file-damaged' }
  }
}
