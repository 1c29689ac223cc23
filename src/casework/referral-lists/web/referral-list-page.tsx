import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { referralSorts } from '#casework/referrals/referral-call.ts'
import { referralStatuses } from '#casework/referrals/referral-machine.ts'
import { statusKey } from '#casework/referrals/status-key.ts'
import { needs } from '#directory/needs/need.ts'
import { SavedViews } from '#identity/list-views/web/list-views-public.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { Select } from '#ui/select.tsx'
import { ExportButton } from './export-button.tsx'
import { ListChoice } from './list-choice.tsx'
import { ReferralList } from './referral-list.tsx'
import { viewsOfReferrals } from './referral-list-calls.ts'
import classes from './referral-lists.module.css'
import { type Filtering, savedOf, useReferralFilters } from './use-referral-filters.ts'

export function Screen() {
  const { t } = useTranslation('referrals')
  if (!userHasRole(knownUser(), ...caseworkRoles)) return <NoAccessScreen title={t('list.title')} />
  return <Referrals />
}

function Referrals() {
  const { t } = useTranslation('referrals')
  const { filters, set, setSearch, apply, clears, clear } = useReferralFilters()
  return (
    <>
      <PageHeading
        title={t('list.title')}
        action={
          <Button component={Link} to="/referrals/new" leftSection={<IconSend size={20} aria-hidden />}>
            {t('new.title')}
          </Button>
        }
      />
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('list.direction')}
          size="md"
          value={filters.direction}
          onChange={(value) => set('direction', value)}
          data={[
            { value: 'incoming', label: t('list.incoming') },
            { value: 'outgoing', label: t('list.outgoing') },
          ]}
        />
        <FilterFields key={clears} filters={filters} set={set} setSearch={setSearch} />
      </div>
      <ListChoice filters={filters} set={set}>
        <SavedViews store={viewsOfReferrals} filters={savedOf(filters)} onApply={apply} />
        <ExportButton filters={filters} />
      </ListChoice>
      {filters.contactId && (
        <p className={classes.onePerson}>
          {t('list.onePerson')}{' '}
          <Button variant="subtle" size="compact-md" onClick={() => set('contactId', null)}>
            {t('list.everybody')}
          </Button>
        </p>
      )}
      <ReferralList filters={filters} clear={clear} />
    </>
  )
}

function FilterFields({ filters, set, setSearch }: Pick<Filtering, 'filters' | 'set' | 'setSearch'>) {
  const { t } = useTranslation(['referrals', 'referral-lists', 'needs'])
  const search = useDebouncedCallback((text: string) => setSearch(text.trim() || undefined), 300)
  return (
    <>
      <TextInput
        className={classes.search}
        data-list-search
        maxLength={100}
        aria-label={t('list.search')}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        defaultValue={filters.search ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
      />
      <Select
        aria-label={t('list.status')}
        placeholder={t('list.status')}
        clearable
        value={filters.status ?? null}
        onChange={(value) => set('status', value)}
        data={referralStatuses
          .filter((status) => status !== 'Entered In Error')
          .map((status) => ({ value: status, label: t(statusKey(status)) }))}
      />
      <Select
        aria-label={t('list.need')}
        placeholder={t('list.need')}
        clearable
        searchable
        value={filters.need ?? null}
        onChange={(value) => set('need', value)}
        data={needs.map((need) => ({ value: need, label: t(`needs:${need}`) }))}
      />
      <Select
        className={classes.sort}
        aria-label={t('list.sort')}
        value={filters.sort ?? 'newest'}
        onChange={(value) => set('sort', value)}
        allowDeselect={false}
        data={referralSorts.map((value) => ({
          value,
          label: value === 'late' ? t('referral-lists:sortLate') : t(`list.${value}`),
        }))}
      />
    </>
  )
}
