import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { needs } from '#directory/needs/need.ts'
import { states } from '#directory/places/states.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { portalDay } from '#platform/web/portal-day.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { Select } from '#ui/select.tsx'
import { MOST_QUARTERS, quarterBefore, quarterOfDay, type UnmetReport, unmetScopes } from '../unmet-need.ts'
import { quarterText } from './quarter-text-public.ts'
import classes from './unmet.module.css'
import type { UnmetFilters, useUnmetAddress } from './unmet-address.ts'

interface UnmetFilterFormProps {
  report: UnmetReport | undefined
  filters: UnmetFilters
  errors: Record<string, string>
  change: ReturnType<typeof useUnmetAddress>['change']
}

/** Whose people, which quarters, need and state; each applies at once. */
export function UnmetFilterForm({ report, filters, errors, change }: UnmetFilterFormProps) {
  const { t, i18n } = useTranslation(['unmet-needs', 'needs'])
  const now = quarterOfDay(portalDay(new Date()))
  const quarters = Array.from({ length: MOST_QUARTERS }, (_, n) => quarterBefore(now, n)).map((value) => ({
    value,
    label: quarterText(value, i18n.language),
  }))
  const fields = { size: 'md', allowDeselect: false, comboboxProps: { withinPortal: false } } as const
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      {userHasRole(knownUser(), ...caseworkRoles) && (
        <div className={classes.scope}>
          <span id="unmet-scope">{t('scope.label')}</span>
          <SegmentedControl
            fullWidth
            aria-labelledby="unmet-scope"
            value={filters.scope === 'own' ? 'own' : 'network'}
            onChange={(scope) => change({ scope })}
            data={unmetScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
          />
        </div>
      )}
      <Select
        {...fields}
        label={t('state')}
        placeholder={t('chooseState')}
        searchable
        data={states.map(({ fips, name }) => ({ value: fips, label: name }))}
        value={filters.state ?? report?.state ?? null}
        onChange={(state) => change({ state })}
      />
      <Select
        {...fields}
        label={t('need')}
        data={[
          { value: '', label: t('anyNeed') },
          ...needs
            .map((value) => ({ value: value as string, label: t(`needs:${value}`) }))
            .sort((one, other) => one.label.localeCompare(other.label, localeOf(i18n.language))),
        ]}
        value={filters.need ?? ''}
        onChange={(need) => change({ need })}
      />
      {(['from', 'to'] as const).map((name) => (
        <Select
          key={name}
          {...fields}
          label={t(name)}
          data={quarters}
          value={filters[name] ?? report?.[name] ?? null}
          error={errors[name]}
          onChange={(quarter) => change({ [name]: quarter })}
        />
      ))}
    </section>
  )
}
