import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FilledText } from '#casework/consent-texts/consent-text.ts'
import { api } from '#platform/web/api.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { ConsentShown } from '../consent.ts'
import { ConsentTextBox } from './consent-text-box.tsx'
import classes from './contacts.module.css'

const textOf = (contactId: string, consentId: string) =>
  queryOptions({
    queryKey: ['contact', 'consentText', consentId],
    queryFn: () => api.get<FilledText>(`/api/contact/${contactId}/consent/${consentId}/text`),
  })

/** The text on which a consent was given, with the signature or the scan. */
export function ConsentProofDialog({ consent, onClose }: { consent: ConsentShown; onClose: () => void }) {
  const { t } = useTranslation(['clients', 'platform'])
  const { data: text, isError, refetch } = useQuery(textOf(consent.contactId, consent.id))
  const isScan = consent.howGiven === 'written'
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('consent.proof')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <div className={classes.dialog}>
        {text && <ConsentTextBox text={text} />}
        {!text && (isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height={160} />)}
        {consent.signedName && <p>{t('consent.signedAs', { name: consent.signedName })}</p>}
        {consent.witnessName && <p>{t('consent.heardBy', { name: consent.witnessName })}</p>}
        {consent.fileId && (
          <div className={classes.signature}>
            <img src={`/api/file/${consent.fileId}`} alt={t(isScan ? 'consent.scan' : 'consent.signature')} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
