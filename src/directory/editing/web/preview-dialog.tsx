import { useTranslation } from 'react-i18next'
import { ServiceCard, ServiceView } from '#directory/services/web/service-view-public.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import type { ServicePreview } from '../service-editing.ts'
import classes from './editing.module.css'

/** The result and the page of a service as the directory would show them. */
export function PreviewDialog({ preview, onClose }: { preview: ServicePreview; onClose: () => void }) {
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
        <p className={classes.also}>{t('preview.text')}</p>
        {preview.item ? (
          <ServiceCard service={preview.item} mayRefer={false} need={null} />
        ) : (
          <p className={classes.also}>{t('preview.notListed')}</p>
        )}
        <ServiceView service={preview.detail} mayRefer={false} />
      </div>
    </Dialog>
  )
}
