import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** The name that browsers give to a picture that has none. */
const NAMELESS = /^image\.(png|jpe?g)$/i

/** A pasted picture by the moment at which it came. @param at local time */
export function pastedName(word: string, at: Date, extension: string) {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${word} ${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')}${extension}`
}

/** Text that comes with a picture of itself, as from a spreadsheet, is wanted as text where one writes. */
const isForText = (event: ClipboardEvent) =>
  (event.clipboardData?.getData('text/plain') ?? '') !== '' &&
  event.target instanceof HTMLElement &&
  event.target.matches('input, textarea')

/**
 * Takes pictures that are pasted, or dropped anywhere on the page, while a dialog is open and none stands above it.
 * @param inside something in the dialog
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
      // Or the browser would leave the page for the picture.
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
