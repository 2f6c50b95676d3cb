<?php echo "{}";
