import { Button, Table } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { categoryName } from '#directory/services/service-search.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { SMALL_AREAS } from '../kept-words.ts'
import type { SearchMiss } from '../search-miss.ts'
import classes from './searches.module.css'

const counts = ['nothing', 'relaxed', 'abandoned'] as const

interface SearchTableProps {
  items: SearchMiss[]
  onAddWord: (word: string) => void
}

/** One row for the same words in the same category. */
export function SearchTable({ items, onAddWord }: SearchTableProps) {
  const { t } = useTranslation('search-counts')
  return (
    <Table.ScrollContainer
      minWidth={720}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('title') } }}
    >
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('words')}</Table.Th>
            <Table.Th scope="col">{t('category')}</Table.Th>
            <Table.Th scope="col">{t('where')}</Table.Th>
            {counts.map((count) => (
              <Table.Th key={count} scope="col" className={classes.number}>
                {t(count)}
              </Table.Th>
            ))}
            <Table.Th scope="col" className={classes.number}>
              {t('acts')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Row key={`${item.words} ${item.category?.id}`} item={item} onAddWord={onAddWord} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ item, onAddWord }: { item: SearchMiss; onAddWord: (word: string) => void }) {
  const { t, i18n } = useTranslation('search-counts')
  const { words, category } = item
  const areaName = (area: string | null) => {
    if (!area) return t('nowhere')
    return area === SMALL_AREAS ? t('smallAreas') : t('areaOfZip', { digits: area })
  }
  const search = new URLSearchParams({
    ...(words ? { text: words } : {}),
    ...(category ? { category: category.id } : {}),
  })
  return (
    <Table.Tr>
      <Table.Th scope="row" className={words ? undefined : classes.told}>
        {words ?? t('notKept')}
        {words === '' && t('noWords')}
      </Table.Th>
      <Table.Td>{category && categoryName(category, i18n.language)}</Table.Td>
      <Table.Td>
        {item.areas.map(({ zipArea, count }) => t('area', { area: areaName(zipArea), count })).join(', ')}
      </Table.Td>
      {counts.map((count) => (
        <Table.Td key={count} className={classes.number}>
          {item[count].toLocaleString(localeOf(i18n.language))}
        </Table.Td>
      ))}
      <Table.Td>
        {words && (
          <div className={classes.acts}>
            <Button
              component={Link}
              to={`/directory?${search}`}
              variant="default"
              size="compact-md"
              leftSection={<IconSearch size={16} aria-hidden />}
              aria-label={t('searchAgain', { words })}
            >
              {t('searchAgainShort')}
            </Button>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={t('addWord', { words })}
              onClick={() => onAddWord(words)}
            >
              {t('addWordShort')}
            </Button>
          </div>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
