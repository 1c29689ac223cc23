/** Copies a text to the clipboard. @returns whether it was copied: browsers offer no clipboard over plain http */
export async function copyText(text: string) {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  return isCopied ?? false
}
