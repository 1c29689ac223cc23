import { Button, Group } from '@mantine/core'
import { IconPlus, IconSearch, IconSend } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Need, needs } from '#directory/needs/need.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import { Select } from '#ui/select.tsx'
import type { PersonNeed } from '../person-need.ts'
import { openStatuses } from '../referral-machine.ts'
import classes from './person-needs.module.css'
import { ReferralStatusChip } from './referral-status-chip.tsx'

interface Needs {
  items: PersonNeed[]
}

/** The needs of a person. Invalidated when their record or referrals change. */
const personNeeds = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'needs', contactId],
    queryFn: async () => (await api.get<Needs>('/api/referralRequest/', { query: { contactId }, quiet: true })).items,
  })

/** A person's needs with what was tried for each, open ones first. */
export function PersonNeeds({ contactId }: { contactId: string }) {
  const { t } = useTranslation('referrals')
  const read = useQuery(personNeeds(contactId))
  const { data: all } = read
  const [isAdding, setAdding] = useState(false)
  if (!all) return <UnreadCard id="person-needs" title={t('needs.title')} read={read} className={classes.card} />
  const show = ({ items }: Needs) => queryClient.setQueryData(personNeeds(contactId).queryKey, items)
  const open = all.filter(({ isOpen }) => isOpen)
  const ended = all.filter(({ isOpen }) => !isOpen)
  return (
    <Card labelledBy="person-needs" className={classes.card ?? ''}>
      <h2 id="person-needs">{t('needs.title')}</h2>
      {all.length > 0 && <Link to={`/people/${contactId}/timeline`}>{t('needs.timeline')}</Link>}
      {open.length === 0 && <p className={classes.quiet}>{t('needs.empty')}</p>}
      {open.length > 0 && (
        <ul className={classes.list}>
          {open.map((each) => (
            <OpenNeed key={each.id} contactId={contactId} need={each} onChange={show} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddNeed contactId={contactId} onChange={show} onClose={() => setAdding(false)} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
          className={classes.add ?? ''}
        >
          {t('needs.add')}
        </Button>
      )}
      {ended.length > 0 && (
        <details>
          <summary>{t('needs.ended', { count: ended.length })}</summary>
          <ul className={classes.list}>
            {ended.map((each) => (
              <li key={each.id}>
                <strong>{t(`needs:${each.need}`)}</strong>
                <Tries need={each} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

interface OpenNeedProps {
  contactId: string
  need: PersonNeed
  onChange: (needs: Needs) => void
}

function OpenNeed({ contactId, need: { id, need, createdOn, tries, ...more }, onChange }: OpenNeedProps) {
  const { t } = useTranslation('referrals')
  const name = t(`needs:${need}`)
  const isTried = tries.some(({ status }) => status === 'Draft' || openStatuses.includes(status))
  const end = useMutation({
    mutationFn: () => api.post<Needs>(`/api/referralRequest/${id}/end`),
    onSuccess: (needs) => {
      onChange(needs)
      notify(t('needs.endedNotice', { need: name }))
    },
  })
  return (
    <li>
      <strong>{name}</strong>{' '}
      <span className={classes.quiet}>{t('needs.since', { when: timeInWords(createdOn) })}</span>
      <Tries need={{ id, need, createdOn, tries, ...more }} />
      {!isTried && (
        <>
          {tries.length === 0 && <p className={classes.quiet}>{t('needs.nothingSent')}</p>}
          <Group gap="xs">
            <Button
              component={Link}
              size="sm"
              to={`/referrals/new?${new URLSearchParams({ contactId, requestId: id, need })}`}
              leftSection={<IconSend size={16} aria-hidden />}
              aria-label={t('needs.referFor', { need: name })}
            >
              {t('needs.refer')}
            </Button>
            <Button
              component={Link}
              size="sm"
              variant="default"
              to={`/directory?${new URLSearchParams({ contactId, need })}`}
              leftSection={<IconSearch size={16} aria-hidden />}
              aria-label={t('needs.findFor', { need: name })}
            >
              {t('needs.find')}
            </Button>
            <Button
              size="sm"
              variant="subtle"
              loading={end.isPending}
              onClick={() => end.mutate()}
              aria-label={t('needs.endFor', { need: name })}
            >
              {t('needs.end')}
            </Button>
          </Group>
        </>
      )}
    </li>
  )
}

/** What was tried for a need, oldest first. */
function Tries({ need: { tries } }: { need: PersonNeed }) {
  const { t } = useTranslation('referrals')
  if (!tries.length) return null
  return (
    <ul className={classes.tries} aria-label={t('needs.tries')}>
      {tries.map(({ id, organizationName, status, statusChangedOn }) => (
        <li key={id}>
          <Link to={`/referrals/${id}`}>{shownName(organizationName)}</Link> <ReferralStatusChip status={status} />{' '}
          <span className={classes.quiet}>{dayText(statusChangedOn)}</span>
        </li>
      ))}
    </ul>
  )
}

interface AddNeedProps {
  contactId: string
  onChange: (needs: Needs) => void
  onClose: () => void
}

/** Records a need without sending anything. */
function AddNeed({ contactId, onChange, onClose }: AddNeedProps) {
  const { t } = useTranslation('referrals')
  const add = useMutation({
    mutationFn: (need: Need) => api.post<Needs>('/api/referralRequest/', { contactId, need }),
    onSuccess: (all) => {
      onChange(all)
      onClose()
    },
  })
  return (
    <Group align="end">
      <Select
        label={t('needs.which')}
        data={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
        value={null}
        searchable
        disabled={add.isPending}
        onChange={(need) => need && add.mutate(need as Need)}
        data-autofocus
        autoFocus
      />
      <Button variant="subtle" onClick={onClose}>
        {t('needs.cancel')}
      </Button>
    </Group>
  )
}
