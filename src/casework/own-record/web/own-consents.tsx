import { Button, Group, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConsentUse } from '#casework/clients/consent-use.ts'
import { ConsentEntry, hasEnded } from '#casework/clients/web/own-parts-public.tsx'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { Card } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { OwnConsent, OwnRecord } from '../own-record.ts'
import { OwnActsContext } from './own-acts.ts'
import classes from './own-record.module.css'

/** What the person allowed to be shared, and the end of it. */
export function OwnConsents({ record }: { record: OwnRecord }) {
  const { t } = useTranslation('own-record')
  const [ending, setEnding] = useState<OwnConsent | null>(null)
  const id = useId()
  return (
    <Card labelledBy={id} className={classes.card ?? ''}>
      <h3 id={id}>{t('consents.title')}</h3>
      {record.consents.length === 0 && <p className={classes.quiet}>{t('consents.none')}</p>}
      {record.consents.length > 0 && (
        <ul className={classes.lines}>
          {record.consents.map((consent) => (
            <li key={consent.id}>
              <OwnConsentEntry record={record} consent={consent} onWithdraw={() => setEnding(consent)} />
            </li>
          ))}
        </ul>
      )}
      {ending && <WithdrawDialog record={record} consent={ending} onClose={() => setEnding(null)} />}
    </Card>
  )
}

const usesKey = (consentId: string) => ['ownRecord', 'use', consentId]

/** Who sees details under a consent. */
function useUses(contactId: string, consentId: string, isAsked = true) {
  const acts = use(OwnActsContext)
  return useQuery({
    queryKey: usesKey(consentId),
    queryFn: () => acts.listUses(contactId, consentId),
    staleTime: 0,
    enabled: isAsked,
  })
}

interface OwnConsentEntryProps {
  record: OwnRecord
  consent: OwnConsent
  onWithdraw: () => void
}

/** One that ended may still let organizations see what was sent to them. */
function OwnConsentEntry({ record, consent, onWithdraw }: OwnConsentEntryProps) {
  const { data } = useUses(record.contactId, consent.id, hasEnded(consent))
  return <ConsentEntry consent={consent} isUsed={Boolean(data?.length)} onWithdraw={onWithdraw} />
}

interface WithdrawDialogProps {
  record: OwnRecord
  consent: OwnConsent
  onClose: () => void
}

/** Says what ends and what stays, before a consent is withdrawn. */
function WithdrawDialog({ record, consent, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation(['own-record', 'platform'])
  const acts = use(OwnActsContext)
  const isOver = hasEnded(consent)
  const client = useQueryClient()
  const uses = useUses(record.contactId, consent.id)
  const withdrawal = useMutation({
    mutationFn: () => acts.withdraw(record.contactId, consent.id),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: usesKey(consent.id) })
      notify(t(isOver ? 'withdraw.useEnded' : 'withdraw.done'))
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(isOver ? 'withdraw.endUseTitle' : 'withdraw.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <h3>{t('withdraw.ends')}</h3>
      {uses.isPending && <Skeleton height={72} />}
      {uses.isLoadingError && <NotLoaded onRetry={uses.refetch} />}
      <ul>
        {!isOver && <li>{t('withdraw.noMore')}</li>}
        {uses.data?.map((each) => (
          <Use key={each.id} of={each} />
        ))}
      </ul>
      <h3>{t('withdraw.stays')}</h3>
      <ul>
        <li>{t('withdraw.keepsRecord', { organization: shownName(record.organizationName) })}</li>
        {uses.data && uses.data.length > 0 && <li>{t('withdraw.keepsName')}</li>}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('platform:form.cancel')}
        </Button>
        <Button loading={withdrawal.isPending} disabled={!uses.data} onClick={() => withdrawal.mutate()}>
          {t(isOver ? 'withdraw.endUse' : 'withdraw.now')}
        </Button>
      </Group>
    </Dialog>
  )
}

function Use({ of }: { of: ConsentUse }) {
  const { t } = useTranslation('own-record')
  return <li>{t(`withdraw.use.${of.stage}`, { organization: shownName(of.organizationName) })}</li>
}
