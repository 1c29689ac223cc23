import { IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AreaName } from '#directory/places/area.ts'
import type { Place, Reach, ServiceItem } from '../service-search.ts'
import classes from './directory.module.css'

type Say = ReturnType<typeof useTranslation<'services'>>['t']

/** Whom a service helps by where they live; nothing if nobody knows. */
export function ReachLine({ reach }: Pick<ServiceItem, 'reach'>) {
  const { t, i18n } = useTranslation('services')
  if (!reach) return null
  return (
    <li>
      <IconMap2 size={18} aria-hidden />
      <span>
        {sayReach(reach, t, i18n.language)}
        {reach.basis === 'guess' && <small className={classes.told}> ({t('reach.guessed')})</small>}
      </span>
    </li>
  )
}

const ways = { place: 'ByPlace', phone: 'ByPhone', online: 'ByOnline' } as const
const waysAnywhere = { place: 'byPlace', phone: 'byPhone', online: 'byOnline' } as const

function sayReach(reach: Reach, t: Say, language: string) {
  const [first] = reach.areas
  if (reach.basis === 'source') return t('reach.source', { areas: sayAreas(reach, t, language) })
  if (reach.isHere && first) return t(`reach.here${ways[reach.way]}`, { area: sayArea(first, 'allOf', t) })
  if (reach.isHere === false) return t('reach.elsewhere', { areas: sayAreas(reach, t, language) })
  return t(`reach.${waysAnywhere[reach.way]}`, { areas: sayAreas(reach, t, language) })
}

/** A county is named differently in Spanish, a parish or borough is not. */
function sayArea({ kind, name }: AreaName, how: 'area' | 'allOf', t: Say) {
  const short = name.replace(/ County$/, '')
  return t(`reach.${how}.${kind === 'county' && short === name ? 'otherCounty' : kind}`, { name, short })
}

/** What stands in place of the name and address of a confidential place; empty for any other. */
export function confidentialName({ isConfidential, area }: Pick<Place, 'isConfidential' | 'area'>, t: Say) {
  if (!isConfidential) return ''
  return area ? t('service.confidentialIn', { area: sayArea(area, 'area', t) }) : t('service.confidentialPlace')
}

function sayAreas({ areas, areaCount }: Reach, t: Say, language: string) {
  const names = areas.map((area) => sayArea(area, 'area', t))
  const more = areaCount - names.length
  return more > 0
    ? t('reach.andMore', { areas: names.join(', '), count: more })
    : new Intl.ListFormat(language).format(names)
}
