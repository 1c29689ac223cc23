import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What the directory shows of the lists of services. */
export { AddToList } from './add-to-list.tsx'
export { ListBar } from './list-bar.tsx'

/** The link to all lists of the reader. */
export function MyListsLink() {
  const { t } = useTranslation('service-lists')
  return (
    <Button component={Link} to="/lists" variant="default" leftSection={<IconListDetails size={20} aria-hidden />}>
      {t('all.title')}
    </Button>
  )
}
