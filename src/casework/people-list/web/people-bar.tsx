import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListedContact } from '#casework/clients/contact-record.ts'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import type { Selection } from '#platform/web/lists/use-selection.ts'
import { DownloadButton } from './download-button.tsx'
import classes from './people-list.module.css'
import type { Comparing } from './use-comparing.ts'

/** Actions for the selected people. */
export function PeopleBar({ selection, comparing }: { selection: Selection<ListedContact>; comparing: Comparing }) {
  const { t } = useTranslation('people-list')
  const count = selection.targets.length
  return (
    <SelectionBar selection={selection} words={{ chosen: t('chosen', { count }), clear: t('clear') }}>
      <Button variant="default" loading={comparing.isBusy} disabled={count !== 2} onClick={comparing.compare}>
        {t('compare')}
      </Button>
      <DownloadButton query={{ ids: selection.targets.map(({ id }) => id) }} />
      {count !== 2 && <span className={classes.quiet}>{t('twoNeeded')}</span>}
    </SelectionBar>
  )
}
