import { Button, Checkbox, Group, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import type { ConsentShown } from '../consent.ts'
import type { ConsentUse } from '../consent-use.ts'
import type { Contact } from '../contact-record.ts'
import { hasEnded } from './consent-standing.ts'
import { consentUses, withdrawConsent } from './contact-calls.ts'
import classes from './contacts.module.css'

interface WithdrawDialogProps {
  contact: Contact
  consent: ConsentShown
  onClose: () => void
}

/** Asks before a consent ends: nothing more can be shared under it, and what was shared can be hidden again. */
export function WithdrawConsentDialog({ contact, consent, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation(['clients', 'platform'])
  const isOver = hasEnded(consent)
  const [endAccess, setEndAccess] = useState(true)
  const [recall, setRecall] = useState(true)
  const uses = useQuery(consentUses(contact.id, consent.id))
  const hasUnanswered = uses.data?.some(({ stage }) => stage === 'unanswered') ?? false
  const withdrawal = useMutation({
    mutationFn: () =>
      withdrawConsent(contact.id, consent.id, { endAccess, recall: endAccess && recall && hasUnanswered }),
    onSuccess: () => {
      notify(t(isOver ? 'consent.useEnded' : 'consent.withdrawnNow'))
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(isOver ? 'consent.endUseTitle' : 'consent.withdrawTitle')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.dialog}>
        <p>{t(isOver ? 'consent.endUseText' : 'consent.withdrawText')}</p>
        {uses.isPending && <Skeleton height={72} />}
        {uses.isLoadingError && <NotLoaded onRetry={uses.refetch} />}
        {uses.data && uses.data.length > 0 && (
          <>
            <Uses uses={uses.data} />
            {!isOver && (
              <Checkbox
                label={t('consent.endAccess')}
                description={t('consent.endAccessHelp')}
                checked={endAccess}
                onChange={(event) => setEndAccess(event.currentTarget.checked)}
              />
            )}
            {endAccess && hasUnanswered && (
              <Checkbox
                label={t('consent.recallUnanswered')}
                checked={recall}
                onChange={(event) => setRecall(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <div>
          <p>
            <strong>{t('consent.stays')}</strong>
          </p>
          <ul>
            {(endAccess && uses.data?.length
              ? ['staysRecord', 'staysName', 'staysNotes', 'staysLaw']
              : ['staysRecord']
            ).map((key) => (
              <li key={key}>{t(`consent.${key}`)}</li>
            ))}
          </ul>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button loading={withdrawal.isPending} disabled={!uses.data} onClick={() => withdrawal.mutate()}>
            {t(isOver ? 'consent.endUse' : 'consent.withdrawNow')}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

/** Who currently sees details under the consent. */
function Uses({ uses }: { uses: ConsentUse[] }) {
  const { t } = useTranslation('clients')
  return (
    <div>
      <p>{t('consent.usedBy', { count: uses.length })}</p>
      <ul>
        {uses.map((use) => (
          <li key={use.id}>
            {t('consent.use', {
              organization: shownName(use.organizationName),
              stage: t(`consent.stage.${use.stage}`),
              day: dayText(use.sentOn),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
