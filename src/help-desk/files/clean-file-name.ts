import { composed } from '#platform/schema/composed.ts'

const LONGEST = 200

/**
 * A file's name as it may be shown and offered for download: no folders, no control characters, nothing that turns the
 * reading direction, 200 characters at most, always with this extension.
 * @param extension the one that its content has, with the dot; another of the same kind (.jpeg for .jpg) is kept
 */
export function cleanFileName(given: string, extension: '.png' | '.jpg') {
  const name = composed((given.split(/[/\\]/).at(-1) ?? '').toWellFormed())
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const ending = /\.(?:png|jpe?g)$/i.exec(name)?.[0] ?? ''
  const kept = (extension === '.png' ? /^\.png$/i : /^\.jpe?g$/i).test(ending) ? ending : extension
  // Cut before the dots go: the expression takes time by the square of the length.
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, LONGEST - kept.length).join('')
  return (stem.replace(/^[. ]+|[. ]+$/g, '') || 'image') + kept
}
