import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The name that browsers give to an unnamed picture. */
const NAMELESS = /^image\.(png|jpe?g)$/i

/** Names a pasted picture after the time of pasting. @param at local time */
export function pastedName(word: string, at: Date, extension: string) {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${word} ${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')}${extension}`
}

/** Text that is pasted with a picture of itself, for example from a spreadsheet, stays text in a text field. */
const isForText = (event: ClipboardEvent) =>
  (event.clipboardData?.getData('text/plain') ?? '') !== '' &&
  event.target instanceof HTMLElement &&
  event.target.matches('input, textarea')

/**
 * Accepts pictures that are pasted, or dropped anywhere on the page, while a dialog is open and topmost.
 * @param inside an element of the dialog
 */
export function useImageIntake(inside: RefObject<HTMLElement | null>, add: (files: File[]) => void) {
  const { t } = useTranslation('tickets')
  const [isOver, setOver] = useState(false)
  const latest = useRef({ add, word: '' })
  latest.current = { add, word: t('screenshot.one') }
  useEffect(() => {
    const isOnTop = () => [...document.querySelectorAll('[role=dialog]')].at(-1)?.contains(inside.current) ?? false
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || isForText(event) || !isOnTop()) return
      event.preventDefault()
      const now = new Date()
      latest.current.add(
        files.map((file, place) => {
          const extension = NAMELESS.exec(file.name) && (place ? ` (${place + 1}).` : '.') + file.name.split('.').at(-1)
          return extension
            ? new File([file], pastedName(latest.current.word, now, extension), { type: file.type })
            : file
        }),
      )
    }
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // Otherwise the browser would navigate to the picture.
      event.preventDefault()
      setOver(event.type === 'dragover' && isOnTop())
      if (event.type === 'drop' && isOnTop()) latest.current.add([...event.dataTransfer.files])
    }
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('paste', onPaste, { signal })
    document.addEventListener('dragover', onDrag, { signal })
    document.addEventListener('drop', onDrag, { signal })
    document.addEventListener('dragleave', onLeave, { signal })
    return () => stop.abort()
  }, [inside])
  return { isOver }
}
