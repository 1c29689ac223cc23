import { useTranslation } from 'react-i18next'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { supportRequestTypes } from '../support-request.ts'
import classes from './ticket-dialogs.module.css'

/** Which type to select: a table that describes each. */
export function TicketTypesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['tickets', 'platform'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('types.title')}
      size={640}
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <table className={classes.types}>
        <thead>
          <tr>
            <th scope="col">{t('types.type')}</th>
            <th scope="col">{t('types.use')}</th>
          </tr>
        </thead>
        <tbody>
          {supportRequestTypes.map((type) => (
            <tr key={type}>
              <th scope="row">{t(`choices.supportRequestType.${type}`)}</th>
              <td>{t(`types.about.${type}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
