import { readFileSync } from 'node:fs'
import sharp from 'sharp'

// Renders the icons of the installed app from the logo: `node scripts/make-icons.ts`.
const logo = readFileSync('public/favicon.svg')
const PAPER = '#fbf7f0'

/** @param share of the width that the logo takes; masks of telephones cut off up to a fifth on each side */
async function renderIcon(file: string, size: number, share: number) {
  const drawn = await sharp(logo, { density: (72 * size * share) / 40 })
    .resize(Math.round(size * share))
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 4, background: PAPER } })
    .composite([{ input: drawn }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(`public/${file}`)
}

await renderIcon('icon-192.png', 192, 0.8)
await renderIcon('icon-512.png', 512, 0.8)
await renderIcon('icon-maskable-512.png', 512, 0.56)
