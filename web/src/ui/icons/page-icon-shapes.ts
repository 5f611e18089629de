/** The drawings that public pages need and the start page does without, like those of `icon.tsx`. */
export const pageIconShapes = {
  dash: 'M7 12h10',
  device: 'M4 5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM9 20h6',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  gift: 'M4 9h16v4H4zM5.500 13v7h13v-7M12 9v11M12 9C8 9 7 4 10 4c1.500 0 2 2 2 5zM12 9c4 0 5-5 2-5-1.500 0-2 2-2 5z',
  medal: 'M12 9.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11zM9.300 10 6 3h4l2 4.500L14 3h4l-3.300 7',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  plus: 'M12 5v14M5 12h14',
  users:
    'M9 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM3 20c0-3.300 2.700-5.500 6-5.500s6 2.200 6 5.500M16 5a3.500 3.500 0 0 1 0 6.600M18 15c1.900.700 3 2.500 3 5',
  external: 'M14 4h6v6M20 4l-9 9M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4',
} as const
