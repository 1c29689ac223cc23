import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { plainWords } from '#platform/schema/plain-words.ts'
import { type Offer, OfferField, useTypedToken } from '#platform/web/offer-field.tsx'
import { mentionable, offeredAnswers } from './answering-calls.ts'
import { handlesTickets } from './reader-role.ts'
import { type TypedToken, typedToken } from './typed-token.ts'

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
 * The text field of a note. '@' offers people, '/' at the start of a line offers canned answers.
 */
export function NoteText({ ticketId, visibility, value, error, readOnly, field, onChange, onMention }: NoteTextProps) {
  const { t } = useTranslation('tickets')
  const typed = useTypedToken(value, (text, caret) => (readOnly ? null : typedToken(text, caret, handlesTickets())))
  const { token } = typed
  const offers = useOffers(ticketId, visibility, token)
  return (
    <OfferField
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
      field={field}
      typed={typed}
      offers={offers}
      offersLabel={t(token?.kind === 'answer' ? 'note.offerAnswers' : 'note.offerPeople')}
      onChange={onChange}
      onSelectOffer={({ id, title }) => {
        if (token?.kind === 'mention') onMention({ id, name: title })
      }}
    />
  )
}
