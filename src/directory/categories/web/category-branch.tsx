import { ActionIcon, Menu } from '@mantine/core'
import { IconArchive, IconChevronRight, IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { categoryName } from '#directory/services/service-search.ts'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ManagedCategory } from '../category.ts'
import { type CategoryNode, needAbove } from '../category-tree.ts'
import classes from './categories.module.css'
import type { Opened } from './opened.ts'

interface BranchProps {
  node: CategoryNode
  known: ReadonlyMap<string, ManagedCategory>
  isUnfolded: (id: string) => boolean
  /** Null while everything is unfolded, by a search. */
  onToggle: ((id: string) => void) | null
  onOpen: (opened: Opened) => void
}

/** One category, and those below it when it is unfolded. */
export function CategoryBranch({ node: { category, below }, ...props }: BranchProps) {
  const { t, i18n } = useTranslation('categories')
  const name = categoryName(category, i18n.language)
  const isUnfolded = below.length > 0 && props.isUnfolded(category.id)
  return (
    <li className={classes.branch}>
      <div className={classes.row} data-retired={category.retiredOn !== null}>
        {below.length > 0 && props.onToggle ? (
          <ActionIcon
            variant="subtle"
            size={44}
            aria-expanded={isUnfolded}
            aria-label={t('below', { name })}
            onClick={() => props.onToggle?.(category.id)}
          >
            <IconChevronRight size={20} aria-hidden className={classes.chevron} data-open={isUnfolded} />
          </ActionIcon>
        ) : (
          <span className={classes.leaf} />
        )}
        <div className={classes.main}>
          <Name category={category} onOpen={props.onOpen} />
          <Facts category={category} known={props.known} />
        </div>
        <ActMenu category={category} name={name} onOpen={props.onOpen} />
      </div>
      {isUnfolded && (
        <ul className={classes.below} aria-label={t('belowOf', { name })}>
          {below.map((node) => (
            <CategoryBranch key={node.category.id} node={node} {...props} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** In the reader's language first, and in the other one. */
function Name({ category, onOpen }: { category: ManagedCategory; onOpen: BranchProps['onOpen'] }) {
  const { t, i18n } = useTranslation('categories')
  const name = categoryName(category, i18n.language)
  const [other, language] = name === category.name ? [category.nameEs, 'es'] : [category.name, 'en']
  return (
    <p className={classes.name}>
      {category.retiredOn ? (
        <span>{name}</span>
      ) : (
        <button type="button" className={classes.edit} onClick={() => onOpen({ act: 'edit', category })}>
          {name}
        </button>
      )}
      {other && <small lang={language}>{other}</small>}
      {category.retiredOn && (
        <StatusChip tone="stone" icon={<IconArchive size={16} aria-hidden />}>
          {t(category.mergedInto ? 'merged' : 'retired')}
        </StatusChip>
      )}
    </p>
  )
}

function Facts({ category, known }: { category: ManagedCategory; known: BranchProps['known'] }) {
  const { t, i18n } = useTranslation(['categories', 'needs'])
  const words = [...category.synonymsEn, ...category.synonymsEs]
  const inherited = category.need ? null : needAbove(known, category.parentId)
  const into = category.mergedInto ? known.get(category.mergedInto) : undefined
  return (
    <p className={classes.facts}>
      {category.serviceCount > 0 ? (
        <Link to={`/directory?category=${category.id}`}>{t('listings', { count: category.serviceCount })}</Link>
      ) : (
        <span>{t('listings', { count: 0 })}</span>
      )}
      {category.need && <span>{t('needOwn', { need: t(`needs:${category.need}`) })}</span>}
      {inherited && <span>{t('needFromAbove', { need: t(`needs:${inherited}`) })}</span>}
      {words.length > 0 && <span>{words.join(', ')}</span>}
      {into && <span>{t('mergedInto', { name: categoryName(into, i18n.language) })}</span>}
    </p>
  )
}

interface ActMenuProps {
  category: ManagedCategory
  name: string
  onOpen: BranchProps['onOpen']
}

function ActMenu({ category, name, onOpen }: ActMenuProps) {
  const { t } = useTranslation('categories')
  const isRetired = category.retiredOn !== null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} aria-label={t('acts', { name })}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isRetired && (
          <>
            <Menu.Item onClick={() => onOpen({ act: 'edit', category })}>{t('edit')}</Menu.Item>
            <Menu.Item onClick={() => onOpen({ act: 'add', parentId: category.id })}>{t('addBelow')}</Menu.Item>
            <Menu.Item onClick={() => onOpen({ act: 'merge', category })}>{t('mergeOpen')}</Menu.Item>
          </>
        )}
        {!category.mergedInto && (
          <Menu.Item onClick={() => onOpen({ act: 'retire', category })}>
            {t(isRetired ? 'restoreOpen' : 'retireOpen')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onOpen({ act: 'history', category })}>{t('history.open')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
