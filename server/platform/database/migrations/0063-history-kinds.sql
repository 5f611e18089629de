-- Lines of rentals and the last action of an instance, by the words of the glossary.
update rental_lines set what = 'settings applied' where what = 'told';
update rental_lines set what = 'host full' where what = 'machine full';
update rentals set problem = 'host full' where problem = 'machine full';
update rental_instances set tried = 'apply-config' where tried = 'tell';
