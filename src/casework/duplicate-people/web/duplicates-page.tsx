import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { notify } from '#platform/web/notify.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import shared from '#ui/pairs.module.css'
import { type PersonPair, pairStates } from '../person-pair.ts'
import classes from './duplicate-people.module.css'
import { decidePair, pairList } from './pair-calls.ts'
import { nameOf, PairReasons, PersonLines } from './pair-words.tsx'

export function Screen() {
  const { t } = useTranslation('duplicate-people')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('title')} />
  return <DuplicatePeople />
}

/** Records that may be of one person, for those who work with people. */
function DuplicatePeople() {
  const { t } = useTranslation(['duplicate-people', 'clients', 'platform'])
  // In the address, so that Back from a comparison returns to it.
  const [words, setWords] = useSearchParams()
  const state = pairStates.find((one) => one === words.get('state')) ?? 'open'
  const pairs = useInfiniteQuery(pairList(state))
  const items = pairs.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <p className={shared.crumb}>
        <Link to="/people">
          <IconArrowLeft size={18} aria-hidden="true" />
          {t('clients:list.title')}
        </Link>
      </p>
      <PageHeading title={t('title')} lead={t('lead')} />
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('filter')}
          value={state}
          onChange={(value) => setWords(value === 'open' ? {} : { state: value }, { replace: true })}
          data={pairStates.map((one) => ({ value: one, label: t(`state.${one}`) }))}
        />
      </div>
      {pairs.isPending && <Skeleton height={240} radius="lg" role="status" aria-label={t('platform:shell.loading')} />}
      {pairs.isError && (
        <EmptyState
          icon={<IconUsers aria-hidden="true" />}
          title={t('failed')}
          action={<Button onClick={() => pairs.refetch()}>{t('retry')}</Button>}
        />
      )}
      {pairs.isSuccess && items.length === 0 && (
        <EmptyState icon={<IconUsers aria-hidden="true" />} title={t(`empty.${state}`)}>
          {state === 'open' ? t('emptyText') : undefined}
        </EmptyState>
      )}
      <ul className={shared.list}>
        {items.map((pair) => (
          <li key={pair.id}>
            <PairCard pair={pair} />
          </li>
        ))}
      </ul>
      <MoreButton list={pairs}>{t('more')}</MoreButton>
    </>
  )
}

function PairCard({ pair }: { pair: PersonPair }) {
  const { t } = useTranslation(['duplicate-people', 'platform'])
  const [isSending, setSending] = useState(false)
  const [first = '', second = ''] = pair.people.map(nameOf)
  const next = pair.state === 'open' ? 'different' : 'open'
  const decide = async () => {
    setSending(true)
    try {
      await decidePair(pair.id, next)
      notify(t(`decided.${next}`))
      document.querySelector('h1')?.focus()
    } catch {
      notify(t('platform:notice.wentWrong'), 'bad')
    } finally {
      setSending(false)
    }
  }
  return (
    <Card labelledBy={`pair-${pair.id}`} className={shared.item ?? ''}>
      <h2 id={`pair-${pair.id}`}>{t('pair', { first, second })}</h2>
      <PairReasons pair={pair} />
      <div className={classes.sides}>
        {pair.people.map((person) => (
          <PersonLines key={person.id} person={person} />
        ))}
      </div>
      {pair.decidedBy && <p className={shared.soft}>{t('decidedBy', { name: pair.decidedBy })}</p>}
      <div className={shared.actions}>
        <Button
          component={Link}
          to={`/people/duplicates/${pair.id}`}
          aria-label={t('actFor.compare', { first, second })}
        >
          {t('act.compare')}
        </Button>
        <Button
          variant="default"
          loading={isSending}
          onClick={() => void decide()}
          aria-label={t(`actFor.${next}`, { first, second })}
        >
          {t(`act.${next}`)}
        </Button>
      </div>
    </Card>
  )
}
