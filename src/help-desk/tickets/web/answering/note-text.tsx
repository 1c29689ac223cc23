import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainWords } from '#platform/schema/plain-words.ts'
import classes from './answering.module.css'
import { mentionable, offeredAnswers } from './answering-calls.ts'
import { handlesTickets } from './reader-role.ts'
import { type TypedToken, typedToken } from './typed-token.ts'

interface Offer {
  id: string
  /** the text that replaces what was typed */
  text: string
  title: string
  about: string
}

const plain = (text: string) => plainWords(text).join(' ')

/** The options that have all typed words, with matches in the title first, as the server orders them. */
function stillMatching(offers: Offer[], typed: string) {
  const words = plainWords(typed)
  const isTitled = ({ title }: Offer) => plain(title).includes(words.join(' '))
  const left = offers.filter(({ title, text }) => words.every((word) => plain(`${title} ${text}`).includes(word)))
  return [...left.filter(isTitled), ...left.filter((offer) => !isTitled(offer))]
}

/**
 * Options at the caret: people who may read the note, or canned answers. Until those for the next letter arrive, the
 * current ones that still match stay, so that Enter never inserts something else than what was typed.
 */
function useOffers(ticketId: string, visibility: 'public' | 'internal', token: TypedToken | null): Offer[] {
  const { t } = useTranslation('tickets')
  const [isMention, isAnswer] = [token?.kind === 'mention', token?.kind === 'answer']
  const people = useQuery({
    ...mentionable(ticketId, visibility, token?.text ?? ''),
    enabled: isMention,
    placeholderData: keepPreviousData,
  })
  const answers = useQuery({
    ...offeredAnswers(ticketId, token?.text ?? ''),
    enabled: isAnswer,
    placeholderData: keepPreviousData,
  })
  if (!token) return []
  const offers = isMention
    ? (people.data?.items ?? []).map(({ id, contact, isAgent }) => {
        const name = `${contact.firstName} ${contact.lastName}`
        return { id, text: `@${name} `, title: name, about: isAgent ? t('note.agent') : '' }
      })
    : (answers.data?.items ?? []).map(({ id, title, text }) => ({ id, text, title, about: text.slice(0, 120) }))
  const isEarlier = isMention ? people.isPlaceholderData : answers.isPlaceholderData
  return isEarlier ? stillMatching(offers, token.text) : offers
}

interface NoteTextProps {
  ticketId: string
  visibility: 'public' | 'internal'
  value: string
  error: string | false
  readOnly: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onChange: (value: string) => void
  /** A person was selected after '@'; the text now contains their name. */
  onMention: (person: { id: string; name: string }) => void
}

const MOST_CHARACTERS = 5000

/**
 * The text field of a note. '@' offers people, '/' at the start of a line offers canned answers; arrows and Enter
 * select.
 */
export function NoteText({ ticketId, visibility, value, error, readOnly, field, onChange, onMention }: NoteTextProps) {
  const { t } = useTranslation('tickets')
  const combobox = useCombobox()
  const [caret, setCaret] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const token = typedToken(value, caret, handlesTickets())
  const isAsking = token !== null && token.at !== closedAt && !readOnly
  const offers = useOffers(ticketId, visibility, isAsking ? token : null)
  const isOpen = isAsking && offers.length > 0
  // Enter selects the first option, unless the arrows select another.
  const { selectFirstOption } = combobox
  const offered = offers.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are offered
  useEffect(() => {
    if (isOpen) selectFirstOption()
  }, [isOpen, offered])
  // At once, not in the next frame: the next letter may come before it.
  const placed = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text with the option has been written
  useLayoutEffect(() => {
    const place = placed.current
    if (place === null) return
    placed.current = null
    field.current?.focus()
    field.current?.setSelectionRange(place, place)
    setCaret(place)
  }, [value])
  const follow = () => setCaret(field.current?.selectionStart ?? 0)

  const choose = (id: string) => {
    const offer = offers.find((one) => one.id === id)
    if (!token || !offer) return
    const next = (value.slice(0, token.at) + offer.text + value.slice(caret)).slice(0, MOST_CHARACTERS)
    const place = Math.min(token.at + offer.text.length, next.length)
    onChange(next)
    if (token.kind === 'mention') onMention({ id, name: offer.title })
    combobox.resetSelectedOption()
    placed.current = place
  }
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={choose}
      position="bottom-start"
      withinPortal={false}
    >
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          ref={field}
          data-autofocus
          label={t('note.text')}
          description={t(handlesTickets() ? 'note.helpAgent' : 'note.help')}
          value={value}
          maxLength={MOST_CHARACTERS}
          readOnly={readOnly}
          error={error}
          autosize
          minRows={4}
          maxRows={14}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setClosedAt(null)
            combobox.resetSelectedOption()
          }}
          onSelect={follow}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            setClosedAt(token?.at ?? null)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t(token?.kind === 'answer' ? 'note.offerAnswers' : 'note.offerPeople')}>
          {offers.map((offer) => (
            <Combobox.Option value={offer.id} key={offer.id} className={classes.offer ?? ''}>
              <strong>{offer.title}</strong>
              {offer.about && <span className={classes.soft}>{offer.about}</span>}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
