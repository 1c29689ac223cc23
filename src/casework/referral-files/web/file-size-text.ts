import { localeOf } from '#platform/schema/locale-of.ts'
/** A size in bytes in words: "120 kB", "2.4 MB". */
export function fileSizeText(bytes: number, language: string) {
  const isLarge = bytes >= 1024 * 1024
  return new Intl.NumberFormat(localeOf(language), {
    ...{ style: 'unit', unit: isLarge ? 'megabyte' : 'kilobyte', maximumFractionDigits: isLarge ? 1 : 0 },
  }).format(isLarge ? bytes / 1024 / 1024 : Math.max(1, bytes / 1024))
}
