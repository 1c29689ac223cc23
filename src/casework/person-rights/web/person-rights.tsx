import { Button } from '@mantine/core'
import { IconEye, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FoldCard } from '#ui/fold-card.tsx'
import classes from './access-log.module.css'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportLinks } from './export-links.tsx'

/** On a person's page, for the admins of their organization: the access log, an export, and erasure. */
export function PersonRights({ contactId, name }: { contactId: string; name: string }) {
  const { t } = useTranslation('person-rights')
  const [isErasing, setErasing] = useState(false)
  return (
    <FoldCard id="person-rights" title={t('rights.title')} className={classes.rights ?? ''}>
      <p className={classes.soft}>{t('rights.lead')}</p>
      <Link to={`/people/${contactId}/accessLog`} className={classes.seen}>
        <IconEye size={20} aria-hidden />
        {t('rights.seen')}
      </Link>
      <ExportLinks contactId={contactId} />
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setErasing(true)}
        aria-haspopup="dialog"
      >
        {t('rights.erase')}
      </Button>
      {isErasing && <EraseDialog contactId={contactId} name={name} onClose={() => setErasing(false)} />}
    </FoldCard>
  )
}
