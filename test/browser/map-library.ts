/** In place of the map's library, which the tests' process cannot draw with: screens show what they do without it. */
class MapLibre {
  constructor() {
    throw new Error('There is no WebGL here.')
  }
}

export { MapLibre as Map, MapLibre as AttributionControl, MapLibre as ScaleControl }
export const setWorkerUrl = () => undefined
export const addProtocol = () => undefined
// biome-ignore lint/style/noDefaultExport: it also stands for the address of the library's worker
export default ''
