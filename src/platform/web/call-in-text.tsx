/** Text in which the number 211 is a telephone link; the text itself does not change. */
export function CallInText({ text }: { text: string }) {
  const at = text.indexOf('211')
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <a href="tel:211">211</a>
      {text.slice(at + 3)}
    </>
  )
}
