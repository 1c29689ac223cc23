import { z } from 'zod'
import { problem } from '#platform/server/problem.ts'

const PATIENCE_MS = 5000
const MOST = 5
const part = z.string().max(200).optional()
/** What Nominatim answers with `format=jsonv2`: https://nominatim.org/release-docs/latest/api/Search/ */
const Found = z.array(
  z.object({
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
    display_name: z.string(),
    address: z
      .object({ house_number: part, road: part, city: part, town: part, village: part, hamlet: part, state: part })
      .optional(),
  }),
)

function nameOf({ address, display_name }: z.infer<typeof Found>[number]) {
  const { house_number, road, city, town, village, hamlet, state } = address ?? {}
  const street = [house_number, road].filter(Boolean).join(' ')
  const parts = [street, city ?? town ?? village ?? hamlet, state].filter(Boolean)
  return (road ? parts : display_name.split(', ').slice(0, 4)).join(', ').slice(0, 120)
}

export interface Position {
  name: string
  latitude: number
  longitude: number
}

/**
 * Where an address is, in the United States and their territories, best first.
 * @param url the search of a geocoder like Nominatim
 * @throws problem busy, if it does not answer within five seconds, or not as it should
 */
export async function geocode(url: string, text: string): Promise<Position[]> {
  const target = new URL(url)
  const asked = {
    q: text,
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'us,pr,vi,gu,as,mp',
    limit: String(MOST),
  }
  for (const [name, value] of Object.entries(asked)) target.searchParams.set(name, value)
  const answer = await fetch(target, {
    headers: { accept: 'application/json', 'user-agent': 'Hearthline' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  const found = Found.safeParse(answer)
  if (!found.success) throw problem('busy')
  return found.data.slice(0, MOST).map((one) => ({ name: nameOf(one), latitude: one.lat, longitude: one.lon }))
}
