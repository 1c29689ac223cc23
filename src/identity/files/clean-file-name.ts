import { composed } from '#platform/schema/composed.ts'

const LONGEST = 200

const endings = [['.jpg', '.jpeg'], ['.png'], ['.webp'], ['.pdf'], ['.docx'], ['.xlsx'], ['.csv'], ['.txt']]
const images = new Set(['.jpg', '.png', '.webp'])

/**
 * Makes a file name safe to display and to offer for download: no folders, no control characters, no direction marks,
 * at most 200 characters, always with this extension.
 * @param extension the extension for its content, with the dot; an equivalent one (.jpeg for .jpg) is kept
 */
export function cleanFileName(given: string, extension: string) {
  const name = composed((given.split(/[/\\]/).at(-1) ?? '').toWellFormed())
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const lower = name.toLowerCase()
  const ending = endings.flat().find((one) => lower.endsWith(one)) ?? ''
  const isEquivalent = endings.some((same) => same.includes(ending) && same.includes(extension))
  const kept = isEquivalent ? name.slice(name.length - ending.length) : extension
  // Shortened before removing dots: the regular expression takes quadratic time.
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, LONGEST - kept.length).join('')
  return (stem.replace(/^[. ]+|[. ]+$/g, '') || (images.has(extension) ? 'image' : 'file')) + kept
}
