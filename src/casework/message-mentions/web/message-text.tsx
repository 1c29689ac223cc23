import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainWords } from '#platform/schema/plain-words.ts'
import { api } from '#platform/web/api.ts'
import type { Mentionable } from '../mention.ts'
import classes from './message-mentions.module.css'

const MOST_OFFERED = 8
const plain = (text: string) => plainWords(text).join(' ')

/** What was typed after an @ before the caret. */
export function typedName(text: string, caret: number) {
  const typed = /(?:^|\s)@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*){0,2})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { at: caret - typed.length - 1, name: typed }
}

function useOffers(referralId: string, typed: string | null) {
  const { data } = useQuery({
    queryKey: ['referral', 'mentionable', referralId],
    queryFn: () => api.get<{ items: Mentionable[] }>(`/api/referral/${referralId}/mentionable`, { quiet: true }),
    enabled: typed !== null,
  })
  if (typed === null || typed.endsWith(' ')) return []
  const isStart = ({ name }: Mentionable) =>
    plain(name).startsWith(plain(typed)) || plainWords(name).some((word) => word.startsWith(plain(typed)))
  return (data?.items ?? []).filter(isStart).slice(0, MOST_OFFERED)
}

interface MessageTextProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  referralId: string
  value: string
  onChange: (text: string) => void
}

/** The text of a message. An @ offers the people of both sides; arrows and Enter choose, Escape closes. */
export function MessageText({ referralId, value, onChange, ...props }: MessageTextProps) {
  const { t } = useTranslation('message-mentions')
  const combobox = useCombobox()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const token = typedName(value, caret)
  const isAsking = token !== null && token.at !== closedAt
  const offers = useOffers(referralId, isAsking ? token.name : null)
  const isOpen = offers.length > 0
  const { selectFirstOption } = combobox
  const offered = offers.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered
  useEffect(() => {
    if (isOpen) selectFirstOption()
  }, [isOpen, offered])
  // At once, not in the next frame: the next letter may come before it.
  const placed = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text with the name has been written
  useLayoutEffect(() => {
    const place = placed.current
    if (place === null) return
    placed.current = null
    field.current?.focus()
    field.current?.setSelectionRange(place, place)
    setCaret(place)
  }, [value])
  const choose = (id: string) => {
    const offer = offers.find((one) => one.id === id)
    if (!token || !offer) return
    const text = `@${offer.name} `
    onChange(value.slice(0, token.at) + text + value.slice(caret))
    combobox.resetSelectedOption()
    placed.current = token.at + text.length
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={choose}
      position="top-start"
      withinPortal={false}
    >
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          {...props}
          ref={field}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setClosedAt(null)
          }}
          onSelect={() => setCaret(field.current?.selectionStart ?? 0)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isOpen) {
              event.stopPropagation()
              setClosedAt(token?.at ?? null)
            } else props.onKeyDown?.(event)
          }}
        />
      </Combobox.Target>
      {isOpen && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('offer')}>
            {offers.map((offer) => (
              <Combobox.Option value={offer.id} key={offer.id}>
                <strong>{offer.name}</strong> <span className={classes.soft}>{offer.organizationName}</span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
