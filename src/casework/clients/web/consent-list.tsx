import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconPlus, IconShieldCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ConsentShown } from '../consent.ts'
import type { Contact } from '../contact-record.ts'
import { ConsentProofDialog } from './consent-proof-dialog.tsx'
import { hasEnded, standingOf } from './consent-standing.ts'
import { consentUses } from './contact-calls.ts'
import classes from './contacts.module.css'
import { RecordConsentDialog } from './record-consent-dialog.tsx'
import { WithdrawConsentDialog } from './withdraw-consent-dialog.tsx'

const chips = {
  inForce: { tone: 'leaf', icon: <IconCheck aria-hidden="true" /> },
  withdrawn: { tone: 'ember', icon: <IconX aria-hidden="true" /> },
  expired: { tone: 'stone', icon: <IconClock aria-hidden="true" /> },
  notYet: { tone: 'sky', icon: <IconClock aria-hidden="true" /> },
} as const

/** A person's consents, newest first, with their actions. */
export function ConsentList({ contact }: { contact: Contact }) {
  const { t } = useTranslation('clients')
  const [isRecording, setRecording] = useState(false)
  const [shown, setShown] = useState<ConsentShown | null>(null)
  const [withdrawing, setWithdrawing] = useState<ConsentShown | null>(null)
  const record = (
    <Button variant="light" leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setRecording(true)}>
      {t('consent.record')}
    </Button>
  )
  return (
    <Card labelledBy="person-consents" className={classes.section ?? ''}>
      <div className={classes.head}>
        <h2 id="person-consents">{t('consent.title')}</h2>
        {contact.consents.length > 0 && record}
      </div>
      {contact.consents.length === 0 ? (
        <EmptyState icon={<IconShieldCheck aria-hidden="true" />} title={t('consent.none')} action={record}>
          {t('consent.noneText')}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {contact.consents.map((consent) => (
            <li key={consent.id}>
              <RecordedConsent
                contactId={contact.id}
                consent={consent}
                onWithdraw={() => setWithdrawing(consent)}
                onShow={() => setShown(consent)}
              />
            </li>
          ))}
        </ul>
      )}
      {isRecording && <RecordConsentDialog contact={contact} onClose={() => setRecording(false)} />}
      {shown && <ConsentProofDialog consent={shown} onClose={() => setShown(null)} />}
      {withdrawing && (
        <WithdrawConsentDialog contact={contact} consent={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </Card>
  )
}

interface RecordedConsentProps {
  contactId: string
  consent: ConsentShown
  onWithdraw: () => void
  onShow: () => void
}

/** A consent that ended may still let recipients see what was shared under it. */
function RecordedConsent({ contactId, consent, ...acts }: RecordedConsentProps) {
  const { data } = useQuery({ ...consentUses(contactId, consent.id), enabled: hasEnded(consent) })
  return <ConsentEntry consent={consent} isUsed={Boolean(data?.length)} {...acts} />
}

interface ConsentEntryProps {
  consent: Omit<ConsentShown, 'contactId' | 'recipientIds' | 'recordedBy' | 'recordedOn' | 'fileId'>
  /** of one that has ended: whether recipients still see details under it */
  isUsed?: boolean
  /** without it, the consent is only shown */
  onWithdraw?: () => void
  /** Shows its text and what proves it, to staff. */
  onShow?: () => void
}

/** Before there were texts, it was only known that a consent was electronic. */
const howOf = ({ howGiven, textNumber, byLink }: ConsentEntryProps['consent']) => {
  if (byLink) return 'byLink'
  return howGiven === 'electronic' && textNumber ? 'onScreen' : howGiven
}

/** A consent with its state: with whom, for what, and until when. */
export function ConsentEntry({ consent, isUsed = false, onWithdraw, onShow }: ConsentEntryProps) {
  const { t, i18n } = useTranslation('clients')
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'conjunction' })
  const standing = standingOf(consent)
  return (
    <div className={classes.consent}>
      <StatusChip {...chips[standing]}>{t(`consent.standing.${standing}`)}</StatusChip>
      <strong>
        {consent.scope === 'network'
          ? t('choices.scope.network')
          : list.format(consent.recipients.map((recipient) => recipient.name))}
      </strong>
      <p>
        {consent.needs.length ? list.format(consent.needs.map((need) => t(`needs:${need}`))) : t('consent.allNeeds')}
      </p>
      <p className={classes.quiet}>
        {[
          t('consent.given', { day: dayText(consent.givenOn), how: t(`consent.how.${howOf(consent)}`) }),
          consent.expiresOn && t('consent.until', { day: dayText(consent.expiresOn) }),
          consent.withdrawnOn && t('consent.withdrawn', { day: dayText(consent.withdrawnOn) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {consent.textNumber && consent.language && (
        <p className={classes.quiet}>
          {[
            t('consent.onText', { number: consent.textNumber, language: t(`consent.language.${consent.language}`) }),
            consent.signedName && t('consent.signedAs', { name: consent.signedName }),
            consent.witnessName && t('consent.heardBy', { name: consent.witnessName }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {onShow && consent.textNumber && (
        <Button variant="subtle" aria-haspopup="dialog" onClick={onShow}>
          {t('consent.show')}
        </Button>
      )}
      {onWithdraw && (!hasEnded(consent) || isUsed) && (
        <Button variant="default" onClick={onWithdraw}>
          {t(hasEnded(consent) ? 'consent.endUse' : 'consent.withdraw')}
        </Button>
      )}
    </div>
  )
}
