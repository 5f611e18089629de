// Shows the items whose words hold what is typed.
const search = document.querySelector('#search')
search?.addEventListener('input', () => {
  const wanted = search.value.trim().toLowerCase()
  for (const item of document.querySelectorAll('.item'))
    item.hidden = !item.textContent.toLowerCase().includes(wanted)
})
