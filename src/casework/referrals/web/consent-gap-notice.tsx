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
  // Of somebody else in the household, if it names one.
  const whose = typeof gap.contactId === 'string' ? gap.contactId : contactId
  return (
    <div role="alert" className={classes.notice}>
      <p className={classes.title}>
        <IconShieldLock size={20} aria-hidden /> {t('consent.title')}
      </p>
      {gap.personName ? <p>{t('consent.whose', { name: gap.personName })}</p> : null}
      <p>{gap.gap ? t(`consent.gap.${gap.gap}`, words) : t('consent.askSender')}</p>
      {all.length > 1 && <p>{t('consent.several', { organizations: all.join(', ') })}</p>}
      {whose && (
        <p>
          <Anchor component={Link} to={`/people/${whose}`} target="_blank" rel="noopener">
            {t('consent.record')}
          </Anchor>
        </p>
      )}
      {ConsentAsked && whose && recipientId && (
        <ConsentAsked
          isMissing
          contactId={whose}
          recipientId={recipientId}
          need={(gap.need as Need | undefined) ?? null}
        />
      )}
      {mayOverride && <OverrideFields value={override} errors={errors} onChange={onOverride} />}
    </div>
  )
}
