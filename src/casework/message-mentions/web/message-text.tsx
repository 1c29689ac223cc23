import type { TextareaProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { plainWords } from '#platform/schema/plain-words.ts'
import { api } from '#platform/web/api.ts'
import { type Offer, OfferField, useTypedToken } from '#platform/web/offer-field.tsx'
import type { Mentionable } from '../mention.ts'

const MOST_OFFERED = 8
const plain = (text: string) => plainWords(text).join(' ')

/** What was typed after an @ before the caret. */
function typedName(text: string, caret: number) {
  const typed = /(?:^|\s)@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*){0,2})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { at: caret - typed.length - 1, name: typed }
}

function useOffers(referralId: string, typed: string | null): Offer[] {
  const { data } = useQuery({
    queryKey: ['referral', 'mentionable', referralId],
    queryFn: () => api.get<{ items: Mentionable[] }>(`/api/referral/${referralId}/mentionable`, { quiet: true }),
    enabled: typed !== null,
  })
  if (typed === null || typed.endsWith(' ')) return []
  const isStart = ({ name }: Mentionable) =>
    plain(name).startsWith(plain(typed)) || plainWords(name).some((word) => word.startsWith(plain(typed)))
  return (data?.items ?? [])
    .filter(isStart)
    .slice(0, MOST_OFFERED)
    .map(({ id, name, organizationName }) => ({ id, text: `@${name} `, title: name, about: organizationName }))
}

interface MessageTextProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  referralId: string
  value: string
  onChange: (text: string) => void
}

/** The text of a message. An @ offers the people of both sides. */
export function MessageText({ referralId, value, ...props }: MessageTextProps) {
  const { t } = useTranslation('message-mentions')
  const typed = useTypedToken(value, typedName)
  const offers = useOffers(referralId, typed.token?.name ?? null)
  return <OfferField {...props} value={value} typed={typed} offers={offers} offersLabel={t('offer')} offersAbove />
}
