import { composed } from '#platform/schema/composed.ts'

const LONGEST = 200

/**
 * Makes a file name safe to display and to offer for download: no folders, no control characters, no direction marks,
 * at most 200 characters, always with this extension.
 * @param extension the extension for its content, with the dot; an equivalent one (.jpeg for .jpg) is kept
 */
export function cleanFileName(given: string, extension: '.png' | '.jpg') {
  const name = composed((given.split(/[/\\]/).at(-1) ?? '').toWellFormed())
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const ending = /\.(?:png|jpe?g)$/i.exec(name)?.[0] ?? ''
  const kept = (extension === '.png' ? /^\.png$/i : /^\.jpe?g$/i).test(ending) ? ending : extension
  // Shortened before removing dots: the regular expression takes quadratic time.
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, LONGEST - kept.length).join('')
  return (stem.replace(/^[. ]+|[. ]+$/g, '') || 'image') + kept
}
