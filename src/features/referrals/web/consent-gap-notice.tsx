import { Anchor, Textarea } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from './consent-gap-notice.module.css'

interface ConsentGapProps {
  gap: Record<string, unknown>
  contactId: string | null
  mayOverride: boolean
  reason: string
  onReason: (reason: string) => void
}

/** Says plainly which consent is missing, how to get it, and (to the sender alone) how to answer for going without. */
export function ConsentGapNotice({ gap, contactId, mayOverride, reason, onReason }: ConsentGapProps) {
  const { t } = useTranslation(['referrals', 'contacts'])
  const words = { organization: gap.organizationName, need: t(`contacts:choices.need.${gap.need}`) }
  return (
    <div role="alert" className={classes.notice}>
      <p className={classes.title}>
        <IconShieldLock size={20} aria-hidden /> {t('consent.title')}
      </p>
      <p>{t(`consent.gap.${gap.gap}`, words)}</p>
      {contactId && (
        <p>
          <Anchor component={Link} to={`/people/${contactId}`} target="_blank" rel="noopener">
            {t('consent.record')}
          </Anchor>
        </p>
      )}
      {mayOverride && (
        <Textarea
          label={t('consent.override')}
          description={t('consent.overrideText')}
          maxLength={1000}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
