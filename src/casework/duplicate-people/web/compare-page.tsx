import { Button, Radio } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router'
import type { Contact } from '#casework/clients/contact-record.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import shared from '#ui/pairs.module.css'
import { mergedFields, type PersonComparison } from '../person-merge.ts'
import classes from './duplicate-people.module.css'
import { type Field, FieldChoice, type Side } from './field-choice.tsx'
import { KeptOf } from './kept-of.tsx'
import { decidePair, mergePair, pairComparison } from './pair-calls.ts'
import { nameOf, PairReasons, PersonLines } from './pair-words.tsx'
import { refusalOf } from './refusal.ts'

export const loader = ({ params }: LoaderFunctionArgs) => queryClient.fetchQuery(pairComparison(params.pairId ?? ''))

export function Screen() {
  const { pairId = '' } = useParams()
  const { data } = useQuery(pairComparison(pairId))
  return data ? <Compare key={pairId} comparison={data} /> : null
}

const differing = (people: Contact[]) =>
  mergedFields.filter((name) => (people[0]?.[name] || null) !== (people[1]?.[name] || null))

/** At first, the record that stays takes what it does not say. */
const firstChoice = (people: Contact[], stays: Side) =>
  differing(people).filter((name) => !people[stays]?.[name] && people[1 - stays]?.[name])

/** Sends what was decided about the pair, and says why it was refused. */
function useSending() {
  const { t } = useTranslation(['duplicate-people', 'platform'])
  const navigate = useNavigate()
  const [isSending, setSending] = useState(false)
  const send = async (act: () => Promise<string>, done: string) => {
    setSending(true)
    try {
      const next = await act()
      notify(done)
      await navigate(next)
    } catch (error) {
      const code = refusalOf(error)
      notify(code ? t(`refused.${code}`) : t('platform:notice.wentWrong'), 'bad')
      if (code) await queryClient.invalidateQueries({ queryKey: ['contact', 'pairs'] })
    } finally {
      setSending(false)
    }
  }
  return { isSending, send }
}

/** Two records side by side with everything that differs, to be merged. */
function Compare({ comparison }: { comparison: PersonComparison }) {
  const { t } = useTranslation('duplicate-people')
  const { pair, people } = comparison
  const [stays, setStays] = useState<Side>(0)
  const [take, setTake] = useState<Field[]>(() => firstChoice(people, 0))
  const { isSending, send } = useSending()
  const choose = (side: Side) => {
    setStays(side)
    setTake(firstChoice(people, side))
  }
  // A pair that somebody chose is on no list: they came from one of the two records.
  const { from: cameFrom } = (useLocation().state ?? {}) as { from?: string }
  const from = pair.state === 'chosen' && (people.find(({ id }) => id === cameFrom) ?? people[0])
  const back = from ? `/people/${from.id}` : '/people/duplicates'
  const merge = async () => {
    const versions = Object.fromEntries(people.map(({ id, version }) => [id, version]))
    return `/people/${await mergePair(pair.id, { stays: people[stays]?.id ?? '', versions, take })}`
  }
  const setApart = async () => {
    await decidePair(pair.id, 'different')
    return back
  }
  const fields = differing(people)
  return (
    <article className={shared.page}>
      <p className={shared.crumb}>
        <Link to={back}>
          <IconArrowLeft size={18} aria-hidden="true" />
          {from ? nameOf(from) : t('title')}
        </Link>
      </p>
      <PageHeading title={t('compare.title')} lead={t('compare.lead')} />
      <PairReasons pair={pair} />
      <div className={classes.sides}>
        {pair.people.map((person) => (
          <PersonLines key={person.id} person={person} />
        ))}
      </div>
      <h2 id="stays">{t('compare.stays')}</h2>
      <Radio.Group aria-labelledby="stays" value={String(stays)} onChange={(value) => choose(value === '0' ? 0 : 1)}>
        {people.map((person, at) => (
          <Radio
            key={person.id}
            mt={6}
            value={String(at)}
            label={`${nameOf(person)} · ${t('compare.recorded', { day: dayText(person.createdOn) })}`}
          />
        ))}
      </Radio.Group>
      <h2>{t('compare.differs')}</h2>
      {fields.length === 0 && <p>{t('compare.nothing')}</p>}
      {fields.map((name) => (
        <FieldChoice
          key={name}
          {...{ name, people, stays }}
          isTaken={take.includes(name)}
          onChange={(isTaken) => setTake(take.filter((one) => one !== name).concat(isTaken ? name : []))}
        />
      ))}
      <h2>{t('compare.keepBoth')}</h2>
      <p>{t('compare.keepText')}</p>
      <div className={classes.sides}>
        {people.map((person, at) => (
          <KeptOf key={person.id} {...{ person, comparison }} at={at ? 1 : 0} />
        ))}
      </div>
      <div className={shared.actions}>
        <Button variant="default" disabled={isSending} onClick={() => void send(setApart, t('decided.different'))}>
          {t('act.different')}
        </Button>
        <Button loading={isSending} onClick={() => void send(merge, t('compare.done'))}>
          {t('compare.merge')}
        </Button>
      </div>
    </article>
  )
}
