import { Anchor } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Need } from '#directory/needs/need.ts'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ConsentAskedContext } from './consent-asked.ts'
import classes from './consent-gap-notice.module.css'
import { type GivenOverride, OverrideFields } from './override-fields.tsx'

interface ConsentGapProps {
  gap: Record<string, unknown>
  contactId: string | null
  recipientId?: string | null
  mayOverride: boolean
  override: GivenOverride
  errors: Record<string, string>
  onOverride: (override: GivenOverride) => void
}

/** Those whose consent is missing, if the answer names them. */
const peopleOf = (gap: Record<string, unknown>) =>
  Array.isArray(gap.people) ? (gap.people as { contactId: string; personName: string }[]) : []

/** Shows which consent is missing, how to get it, and (only to the sender) how to justify sharing without it. */
export function ConsentGapNotice({
  gap,
  contactId,
  recipientId,
  mayOverride,
  override,
  errors,
  onOverride,
}: ConsentGapProps) {
  const { t } = useTranslation(['referrals', 'clients'])
  const ConsentAsked = use(ConsentAskedContext)
  const words = { organization: shownName(String(gap.organizationName)), need: t(`needs:${gap.need}`) }
  const all = Array.isArray(gap.organizationNames) ? gap.organizationNames.map((name) => shownName(String(name))) : []
  const people = peopleOf(gap)
  const names = people.length > 1 ? people.map(({ personName }) => personName).join(', ') : gap.personName
  const missing = people.length > 0 ? people.map((person) => person.contactId) : contactId ? [contactId] : []
  return (
    <div role="alert" className={classes.notice}>
      <p className={classes.title}>
        <IconShieldLock size={20} aria-hidden /> {t('consent.title')}
      </p>
      {names ? <p>{t('consent.whose', { name: names })}</p> : null}
      <p>{gap.gap ? t(`consent.gap.${gap.gap}`, words) : t('consent.askSender')}</p>
      {all.length > 1 && <p>{t('consent.several', { organizations: all.join(', ') })}</p>}
      {missing.map((whose) => (
        <div key={whose}>
          {people.length > 1 && <b>{people.find((person) => person.contactId === whose)?.personName}</b>}
          <p>
            <Anchor component={Link} to={`/people/${whose}`} target="_blank" rel="noopener">
              {t('consent.record')}
            </Anchor>
          </p>
          {ConsentAsked && recipientId && (
            <ConsentAsked
              isMissing
              contactId={whose}
              recipientId={recipientId}
              need={(gap.need as Need | undefined) ?? null}
            />
          )}
        </div>
      ))}
      {mayOverride && <OverrideFields value={override} errors={errors} onChange={onOverride} />}
    </div>
  )
}
