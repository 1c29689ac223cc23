import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import card from './card.module.css'
import classes from './fold-card.module.css'

interface FoldCardProps {
  /** of its title */
  id: string
  title: string
  /**
   * Open until somebody folds it, for example because something in it waits. It stays open once that is done: the
   * reader is in it.
   */
  isOpen?: boolean
  className?: string
  children: ReactNode
}

/** A surface that shows only its title until it is opened. */
export function FoldCard({ id, title, isOpen = false, className, children }: FoldCardProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const open = chosen ?? wasOpen
  const summary = useRef<HTMLElement>(null)
  const wasInside = useRef(false)
  useEffect(() => {
    if (isOpen || !wasOpen) return
    // The button that did it went with what waited. Where somebody else did it, the reader stays where they are.
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && wasInside.current) summary.current?.focus()
  }, [isOpen, wasOpen])
  return (
    <section aria-labelledby={id} className={`${card.card} ${classes.fold}`}>
      <details
        open={open}
        onFocus={() => {
          wasInside.current = true
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          // A removed element loses the focus to nothing.
          if (relatedTarget) wasInside.current = currentTarget.contains(relatedTarget)
        }}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== open) setChosen(currentTarget.open)
        }}
      >
        <summary ref={summary}>
          <h2 id={id}>{title}</h2>
          <IconChevronDown size={20} aria-hidden="true" className={classes.mark} />
        </summary>
        <div className={className}>{children}</div>
      </details>
    </section>
  )
}
