import { useTranslation } from 'react-i18next'
import type { ListingKind } from '#directory/listings/listing-change.ts'
import { ServiceCard, ServiceView } from '#directory/services/web/service-view-public.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { ListingPreview } from '../listing-editing.ts'
import classes from './editing.module.css'

interface PreviewDialogProps {
  kind: ListingKind
  preview: ListingPreview
  /** The place that the page starts with. */
  firstPlace: string | null
  onClose: () => void
}

/** The result and the page of a service as the directory would show them. */
export function PreviewDialog({ kind, preview, firstPlace, onClose }: PreviewDialogProps) {
  const { t } = useTranslation(['editing', 'platform'])
  const isPhone = usePhone()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('preview.title')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
      fullScreen={isPhone}
    >
      <div className={classes.form}>
        <p className={classes.also}>{t(`preview.text.${kind}`)}</p>
        {preview.item ? (
          <ServiceCard service={preview.item} mayRefer={false} need={null} />
        ) : (
          <p className={classes.also}>{t(`preview.notListed.${kind}`)}</p>
        )}
        {preview.detail && <ServiceView service={preview.detail} mayRefer={false} firstPlace={firstPlace} />}
      </div>
    </Dialog>
  )
}
