import { layers, namedFlavor } from '@protomaps/basemaps'
import { addProtocol, type StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'

const SOURCE = 'tiles'

/** Reads the portal's own tiles. */
export const readTiles = () => addProtocol('pmtiles', new Protocol().tile)

/** The style of the portal's own tiles. Names are drawn with the machine's fonts, so that there are no icons or fonts to load. */
export function tileStyle(isDark: boolean, language: string): StyleSpecification {
  const drawn = layers(SOURCE, namedFlavor(isDark ? 'dark' : 'light'), { lang: language })
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        url: `pmtiles://${location.origin}/api/service/map/tiles`,
        attribution: '© OpenStreetMap',
      },
    },
    layers: drawn.map((layer) => {
      if (layer.type !== 'symbol' || !layer.layout) return layer
      const { 'icon-image': _icon, 'text-font': _font, ...layout } = layer.layout
      return { ...layer, layout: { ...layout, 'text-font': ['sans-serif'] } }
    }),
  }
}
