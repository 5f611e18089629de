import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { isRegionAvailable, isRegionServed } from './region-capacity.service.ts'

const dockerHost = (regions: string[]) => ({
  name: 'one',
  regions,
  url: 'unix:///run/docker.sock',
  bind: '127.0.0.1',
  ports: '27200-27299',
})
const settingsOf = (environment: Record<string, string> = {}) => ({
  config: readConfig({ CLUTCH_ENV: 'development', CLUTCH_PORT: '0', ...environment }),
})
const docker = settingsOf({
  CLUTCH_RENTAL_DRIVER: 'docker',
  CLUTCH_DOCKER_HOSTS: JSON.stringify([dockerHost(['ap-seoul'])]),
  CLUTCH_DOCKER_IMAGE: 'game:1',
  CLUTCH_GAME_COMMAND: '["/game"]',
})
const seoul = {
  code: 'ap-seoul',
  name_zh: '首尔',
  name_en: 'Seoul',
  position: 0,
  recommended: false,
  capacity: 2,
  maintenance_since: null,
  cordoned_at: null,
  maintenance_zh: '',
  maintenance_en: '',
  filter_group: 'asia',
  hidden: false,
  revision: 1,
}

test('G10 this machine serves every region, a host of containers those of its settings', () => {
  expect(isRegionServed(settingsOf(), 'sa-saopaulo')).toBe(true)
  expect(isRegionServed(docker, 'ap-seoul')).toBe(true)
  expect(isRegionServed(docker, 'ap-tokyo')).toBe(false)
})

test('G10 G20 a region is available while machines, places and peace are there', () => {
  expect(isRegionAvailable(docker, seoul, 1)).toBe(true)
  expect(isRegionAvailable(docker, seoul, 2)).toBe(false)
  expect(isRegionAvailable(docker, { ...seoul, capacity: 0 }, 0)).toBe(false)
  expect(isRegionAvailable(docker, { ...seoul, code: 'ap-tokyo' }, 0)).toBe(false)
  expect(isRegionAvailable(docker, { ...seoul, maintenance_since: new Date(0) }, 1)).toBe(false)
  expect(isRegionAvailable(docker, { ...seoul, cordoned_at: new Date(0) }, 1)).toBe(false)
})
